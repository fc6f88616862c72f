"""The service: everything with I/O around the domain.

Imports point one way: cli over runtime and the entry points api and jobs, these over application, this over
projections, these over store; all of them over domain, which knows none of them.
"""
