declare const __PROGRAM_VERSION__: string | undefined;

/** The version of the program, which the build inserts. */
export const programVersion: string = typeof __PROGRAM_VERSION__ === 'string' ? __PROGRAM_VERSION__ : 'development';
