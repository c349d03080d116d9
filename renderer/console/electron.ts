import type { ConsoleBridge } from '../../server/contract/bridge.ts';
import type { Transport } from './transport.ts';

declare global {
  interface Window {
    readonly mockApiConsole: ConsoleBridge;
  }
}

/** The transport of the desktop window. The host lives as long as the window, so the link is always live. */
export function electronTransport(bridge: ConsoleBridge): Transport {
  return {
    call: (name, input, caller) => bridge.call(name, input, caller),
    events: (onEvents, onLink) => {
      const stop = bridge.onEvent(onEvents);
      onLink('live');
      return stop;
    },
  };
}
