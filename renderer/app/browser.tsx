/** Entry of the console in a browser: its host is the one that served the page. */
import { httpTransport, takeToken } from '../console/http.ts';
import { startConsole } from './console-app.tsx';

startConsole(httpTransport(window.location.origin, takeToken(window)));
