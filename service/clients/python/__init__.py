"""The Python client. `pip install` needs only this folder; the tree imports the package without installing it."""
