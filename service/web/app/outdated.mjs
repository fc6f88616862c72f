// Says that the server has the files of a newer release, so that the page has to be loaded again.
export const OUTDATED = "outdated";

export const sayOutdated = () => window.dispatchEvent(new Event(OUTDATED));
