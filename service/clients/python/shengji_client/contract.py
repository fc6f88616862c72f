"""The version of the contract that this client speaks.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

CONTRACT = "0.1.0"
