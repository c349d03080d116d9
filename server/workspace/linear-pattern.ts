import { RE2JS } from 're2js';

interface LinearPattern {
  test(text: string): boolean;
  /** The source, by which Ajv recognizes equal patterns. */
  toString(): string;
}

/**
 * Compiles a `pattern` of a JSON Schema into a matcher that takes linear time. JavaScript's own expressions backtrack:
 * `^(a+)+$` blocks the process for 20 s on 29 letters. Throws a sentence for an invalid or too large pattern, and for one
 * that needs backtracking (lookaround, back references).
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

/** {@link linearPattern} as an engine for Ajv; `code` is its name in generated code. */
export const patternEngine = Object.assign(linearPattern, { code: 'linearPattern' });
