"""The service: everything with I/O around the domain, sorted by feature.

Each feature has its routes, schemas, handlers, documents, projections and jobs in one folder. `platform` is below all
features. `wiring` puts the handlers together. `processes` has what each process runs, and `cli` the commands.
"""
