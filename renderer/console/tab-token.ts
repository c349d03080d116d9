import type { Token } from './http.ts';

/** The part of a tab's window that the token needs. */
type Tab = Pick<Window, 'location' | 'history' | 'sessionStorage' | 'localStorage' | 'addEventListener'>;

/** A message between tabs of one origin: a token that the host accepts, or null to ask for one. */
export type TokenChannel = Pick<BroadcastChannel, 'onmessage' | 'postMessage'>;

/**
 * The token of a tab: from the URL's fragment, also when a person opens the address of a restarted host in the same tab, from
 * an earlier visit of this tab, from another tab, or the last one that the host accepted in this browser, for a bookmark. The token is removed from the address bar, so that nobody copies or
 * shows it by accident. While the host accepts a token, no other one replaces it.
 */
export function tabToken(tab: Tab, others: TokenChannel): Token {
  let isAccepted = false;
  const current = () => tab.sessionStorage.getItem('token') ?? tab.localStorage.getItem('token') ?? '';
  const take = (token: string) => {
    if (!isAccepted) tab.sessionStorage.setItem('token', token);
  };
  const takeFromAddress = () => {
    const match = /^#token=(.+)$/.exec(tab.location.hash);
    if (match?.[1] === undefined) return;
    take(decodeURIComponent(match[1]));
    tab.history.replaceState(null, '', tab.location.pathname + tab.location.search);
  };
  takeFromAddress();
  tab.addEventListener('hashchange', takeFromAddress);
  others.onmessage = ({ data }) => {
    if (typeof data === 'string') take(data);
    else if (isAccepted) others.postMessage(current());
  };
  return {
    current,
    accept: () => {
      isAccepted = true;
      tab.localStorage.setItem('token', current());
      others.postMessage(current());
    },
    release: (isRefused) => {
      isAccepted = false;
      if (!isRefused) return;
      if (tab.localStorage.getItem('token') === current()) tab.localStorage.removeItem('token');
      others.postMessage(null);
    },
  };
}
