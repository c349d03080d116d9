import { RE2JS } from 're2js';

interface LinearPattern {
  test(text: string): boolean;
  /** The source: Ajv takes patterns of one text for one pattern. */
  toString(): string;
}

/**
 * Compiles a `pattern` of a JSON Schema into a matcher whose time grows with the length of the text alone. JavaScript's own
 * expressions backtrack: `^(a+)+$` takes 20 s for 29 letters, and nobody is answered meanwhile. Throws a sentence for a
 * pattern that only backtracking can match (lookaround, a back reference), that is too large, or that is none.
 */
function linearPattern(source: string): LinearPattern {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => pattern.test(text), toString: () => source };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace('error parsing regexp: ', '') : String(error);
    throw new Error(
      `the pattern ${JSON.stringify(source)} cannot be matched in linear time (${reason}); lookaround and back references are not supported`,
    );
  }
}

/** {@link linearPattern} as the engine that Ajv asks for, with its name in the code that Ajv generates. */
export const patternEngine = Object.assign(linearPattern, { code: 'linearPattern' });
