/** Entry of the console in a browser: its host is the one that served the page. */
import { httpTransport } from '../console/http.ts';
import { tabToken } from '../console/tab-token.ts';
import { startConsole } from './console-app.tsx';

startConsole(httpTransport(window.location.origin, tabToken(window, new BroadcastChannel('token'))));
