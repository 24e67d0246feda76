#!/bin/sh
while read -r command rest; do
  case $command in
    capabilities) echo "protocol metromania/1"; echo "name first-come"; echo "needs actions" ;;
    go) set -- ${rest#*actions }; echo "bestaction $1" ;;
    quit) echo ok; exit ;;
  esac
  echo ok
done
