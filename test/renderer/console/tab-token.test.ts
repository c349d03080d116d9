import { expect, test } from 'vitest';
import { type TokenChannel, tabToken } from '../../../renderer/console/tab-token.ts';

/** Tabs of one origin: each has its own storage and hears the messages of the others. */
function browser() {
  const channels: TokenChannel[] = [];
  const kept = new Map<string, string>();
  return (hash: string) => {
    const items = new Map<string, string>();
    let onHash = () => {};
    const tab = {
      location: { hash, pathname: '/', search: '' },
      history: {
        replaceState: () => {
          tab.location.hash = '';
        },
      },
      sessionStorage: { getItem: (name: string) => items.get(name) ?? null, setItem: items.set.bind(items) },
      localStorage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: kept.set.bind(kept),
        removeItem: kept.delete.bind(kept),
      },
      addEventListener: (_name: string, listener: () => void) => {
        onHash = listener;
      },
    };
    const channel: TokenChannel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels) {
          if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
        }
      },
    };
    channels.push(channel);
    const open = () => tabToken(tab as unknown as Window, channel);
    return {
      tab,
      open,
      token: open(),
      visit: (next: string) => {
        tab.location.hash = next;
        onHash();
      },
    };
  };
}

test('takes the token from the address, hides it, and remembers it for the tab', () => {
  const { tab, token, open } = browser()('#token=a%2Fb');
  expect(token.current()).toBe('a/b');
  expect(tab.location.hash).toBe('');
  expect(open().current()).toBe('a/b');
});

test('an address opened in the same tab replaces a refused token, but not an accepted one', () => {
  const { token, visit } = browser()('#token=first');
  token.accept();
  visit('#token=stale');
  expect(token.current()).toBe('first');
  token.release(true);
  visit('#token=second');
  expect(token.current()).toBe('second');
  visit('#/requests');
  expect(token.current()).toBe('second');
});

test('a tab whose token is refused takes the one that the host accepts from another tab', () => {
  const open = browser();
  const old = open('#token=first');
  old.token.accept();
  old.token.release(false);
  open('#token=second').token.accept();
  expect(old.token.current()).toBe('second');
});

test('a tab asks the others for the token that the host accepts', () => {
  const open = browser();
  open('#token=first').token.accept();
  open('#token=unproven');
  const late = open('');
  late.token.release(true);
  expect(late.token.current()).toBe('first');
});

test('a bookmark opens with the token that the host accepted last, until the host refuses it', () => {
  const open = browser();
  const first = open('#token=first');
  first.token.accept();
  const later = open('#/fixtures/orders/1001');
  expect(later.token.current()).toBe('first');
  expect(later.tab.location.hash).toBe('#/fixtures/orders/1001');
  first.token.release(false);
  later.token.release(true);
  expect(later.token.current()).toBe('');
});
