import { onTestFinished } from 'vitest';

/** Makes the rest of a test run as if on that platform. */
export function onPlatform(platform: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
}
