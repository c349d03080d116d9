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

/** The value of Chromium's switch `--disable-features`. */
export const disabledFeatures = [...withoutInPlaywright, ...popups].join(',');
