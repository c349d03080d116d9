import { PathTable } from '../../server/domain/request/path-table.ts';

/** The paths of a workspace whose collections have none beside those below `/api`. */
export const noOwnPaths = { paths: new PathTable([], { userService: true }) };
