/**
 * A lock between processes: a folder with the id of its owner. It is created under a private name and renamed into place,
 * so it never exists without its owner. A process takes over the lock of a dead process.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './project.mjs';

const patienceMs = 10 * 60_000;

/**
 * Runs work while this process holds the lock.
 * @template T
 * @param {string} folder path of the lock
 * @param {{ onWait: () => void }} options `onWait` is called once if another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(folder, { onWait }, work) {
  const deadline = Date.now() + patienceMs;
  let waiting = false;
  while (!take(folder)) {
    if (!waiting) onWait();
    waiting = true;
    removeIfDead(folder);
    if (Date.now() > deadline)
      throw new Failure(`${folder} has been locked for ten minutes. Remove it if nothing runs.`);
    await sleep(50);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} folder */
function take(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  writeFileSync(join(own, 'owner'), String(process.pid));
  try {
    renameSync(own, folder);
    return true;
  } catch {
    rmSync(own, { recursive: true, force: true });
    return false;
  }
}

/** @param {string} folder */
function removeIfDead(folder) {
  const owner = ownerOf(folder);
  if (owner === undefined || isAlive(owner)) return;
  const grave = `${folder}-from-${process.pid}`;
  try {
    renameSync(folder, grave);
    // Another process may have taken over the lock in the meantime.
    if (ownerOf(grave) === owner) rmSync(grave, { recursive: true, force: true });
    else renameSync(grave, folder);
  } catch {
    // Another process was quicker.
  }
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
