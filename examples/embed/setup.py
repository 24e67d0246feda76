"""Build the example in place: `python setup.py build_ext --inplace`, with metromania and Cython installed."""

from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    name="metromania-embed-example",
    ext_modules=cythonize([Extension("playouts", ["playouts.pyx"])], quiet=True),
)
