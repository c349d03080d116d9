/** Milliseconds for which a cleared log can be restored; its memory is free after that. */
export const restorableMilliseconds = 60_000;
