/** Entry of the console in the desktop window: its host is the process behind the window. */
import { electronTransport } from '../console/electron.ts';
import { startConsole } from './console-app.tsx';

startConsole(electronTransport(window.mockApiConsole));
