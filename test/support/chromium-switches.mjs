/**
 * Features that a test's Chromium does without. The first two load two pages of Chromium's own, in a process of their own,
 * for each window: pop-ups of an address bar that a headless browser never shows. They take as long as the console.
 */
const popups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The features without which Playwright starts Chromium; a second switch replaces the first one. */
const withoutInPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'LensOverlay'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'MediaRouter'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'PreconnectToSearch'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled'],
];

/** The switches of a test's Chromium by name. */
export const chromiumSwitches = new Map([
  ['disable-features', [...withoutInPlaywright, ...popups].join(',')],
  // Optimizing compilers work for pages that live longer than a test; here they take a tenth of its time.
  ['js-flags', '--no-maglev,--no-opt'],
  // A page keeps the process of the empty tab in which it opens: to start another takes an eighth of opening the console.
  ['renderer-process-limit', '1'],
]);
