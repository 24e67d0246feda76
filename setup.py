"""Build the compiled core: every metrocore/**/*.pyx becomes an extension module.

Environment switches, read at build time:
  METROCORE_DEBUG=1   run the consistency check after every apply and undo, C asserts on
  METROCORE_MARCH=X   pass -march=X (default: the compiler's portable baseline)
  METROCORE_LTO=1     link-time optimisation inside each extension
  METROCORE_PGO=make:DIR, then METROCORE_PGO=use:DIR   count branches while the modules run, then build by
                      those counts, in the same folder and with the same switches (gcc)
  METROCORE_INPLACE=1  build nothing: the modules were built in place before (as tools/setup does)
  METROCORE_SANITIZE=1  address and undefined-behaviour sanitizers
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("METROCORE_DEBUG") == "1"
SANITIZE = os.environ.get("METROCORE_SANITIZE") == "1"

# Without debugging information a wheel is less than a quarter as large; CFLAGS come before these.
compile_args = ["-O1", "-g"] if SANITIZE else ["-O1"] if DEBUG else ["-O3", "-g0"]
compile_args += ["-ffp-contract=off", "-fno-strict-aliasing", "-Wno-unused-function", "-Wno-stringop-overflow"]
link_args: list[str] = []
if march := os.environ.get("METROCORE_MARCH"):
    compile_args.append(f"-march={march}")
if os.environ.get("METROCORE_LTO") == "1":
    compile_args.append("-flto")
    link_args.append("-flto")
if profile := os.environ.get("METROCORE_PGO"):
    step, _, folder = profile.partition(":")
    if step not in ("make", "use") or not folder:
        raise SystemExit(f"METROCORE_PGO: expected make:DIR or use:DIR, not {profile!r}")
    flag = f"-fprofile-{'generate' if step == 'make' else 'use'}={folder}"
    # What the run did not reach is built as without counts, not for size.
    compile_args += [flag, "-fprofile-partial-training", "-Wno-missing-profile"] if step == "use" else [flag]
    link_args.append(flag)
if SANITIZE:
    compile_args += ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    link_args += ["-fsanitize=address,undefined"]
macros = [("METROCORE_DEBUG", "1" if DEBUG else "0"), ("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")]

ROOT = Path(__file__).parent
extensions = [
    Extension(
        ".".join(path.relative_to(ROOT).with_suffix("").parts),
        [str(path.relative_to(ROOT))],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        depends=[str(p.relative_to(ROOT)) for p in sorted(ROOT.glob("metrocore/**/*.pxd"))],
    )
    for path in sorted(ROOT.glob("metrocore/**/*.pyx"))
    if os.environ.get("METROCORE_INPLACE") != "1"
]

setup(
    ext_modules=cythonize(
        extensions,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "freethreading_compatible": True,
            "embedsignature": True,
        },
        nthreads=2,
    ),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
