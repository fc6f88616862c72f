// Binds htm to preact, so that every module writes its elements with the tag `html`.
import { h } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export const html = htm.bind(h);
export { render, Fragment } from "./vendor/preact.mjs";
export { useEffect, useMemo, useRef, useState, useCallback, useLayoutEffect } from "./vendor/hooks.mjs";
