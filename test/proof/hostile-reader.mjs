/** A thread with one more client: reads a small record again and again, and replies to each message with its longest wait. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let count = 0;

function read() {
  const began = performance.now();
  get({ host: '127.0.0.1', port: workerData.port, agent, path: workerData.path }, (response) => {
    response.resume().on('end', () => {
      longest = Math.max(longest, performance.now() - began);
      count += 1;
      setTimeout(read, 2);
    });
  }).on('error', () => setTimeout(read, 2));
}
read();

parentPort?.on('message', () => {
  parentPort?.postMessage({ longest, count });
  longest = 0;
  count = 0;
});
