"""The installed package: types, docstrings, and the examples of its readme."""

import ast
import inspect
import re
from pathlib import Path

import ennead
import ennead.pettingzoo
from ennead import _native

PACKAGE = Path(ennead.__file__).parent
HERE = Path(__file__).parent


def test_it_is_typed():
    assert (PACKAGE / "py.typed").exists()
    stubs = ast.parse((PACKAGE / "_native.pyi").read_text())
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in dir(_native) if not name.startswith("__")}
    assert functions | classes.keys() == public - {"Value"}
    for name, node in classes.items():
        stubbed = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        own = {part for part in vars(getattr(_native, name)) if not part.startswith("__")}
        assert own <= stubbed


def test_everything_is_documented():
    for module in [ennead, ennead.pettingzoo]:
        for name in module.__all__:
            thing = getattr(module, name)
            assert inspect.getdoc(thing), name
            if inspect.isclass(thing) and thing.__module__.startswith("ennead"):
                for part, value in vars(thing).items():
                    if not part.startswith("_") and (
                        callable(value) or inspect.isdatadescriptor(value)
                    ):
                        assert inspect.getdoc(value), f"{name}.{part}"


def test_the_examples_of_the_readme_run():
    scope = {}
    for code in re.findall(r"```python\n(.*?)```", (HERE.parent / "README.md").read_text(), re.S):
        exec(code, scope)
