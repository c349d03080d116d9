import type { ServerState } from '../../../server/contract/schema/state.ts';
import type { Settings } from '../../../server/domain/model/settings.ts';

/**
 * The port that is in use while a setting names another one, such as 0 for any free port or a new one for the next start;
 * null if it is as set, unknown, or the setting is no port. `page` is the address of the console.
 */
export function portInUse(
  setting: string,
  settings: Pick<Settings, 'port' | 'httpsPort' | 'consolePort'>,
  server: ServerState,
  page: Pick<Location, 'protocol' | 'port'>,
): number | null {
  const listening = server.state === 'listening' ? server : null;
  const consolePort = page.protocol === 'http:' ? Number(page.port) || null : null;
  const differing = (wanted: number, port: number | null = null) => (port === wanted ? null : port);
  switch (setting) {
    case 'port':
      return differing(settings.port, listening?.port);
    case 'httpsPort':
      return differing(settings.httpsPort, listening?.https?.port);
    case 'consolePort':
      return differing(settings.consolePort, consolePort);
    default:
      return null;
  }
}
