/** The exports for a shell, with a window or without, beside the host. */

/** The backups of a damaged workspace. */
export type { WorkspaceBackup } from './contract/schema/output.ts';
/** The files of the built console, and the policy for the pages that show it. */
export { type ConsoleFiles, listConsoleFiles, mediaTypeOf } from './http/app/console-assets.ts';
export { contentSecurityPolicy } from './http/middleware/security-headers.ts';
/** The list of workspaces opened last. */
export { readRecent, withRecent, writeRecent } from './store/recent-files.ts';
/** The person's own workspace, made from the sample at the first start. */
export { ensureUserWorkspace, type UserWorkspace, userDataFolder } from './store/user-workspace.ts';
export { describeBackup, restoreBackup } from './store/workspace-backup.ts';
/** Certificates for HTTPS by the program's own authority. */
export { OwnCertificates } from './tls/certificates.ts';
export type { FileDialogs } from './workspace/workspace-files.ts';
