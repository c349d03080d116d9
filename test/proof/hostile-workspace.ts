const day = 86_400_000;

function user(number: number) {
  return {
    userId: String(number),
    name: `User ${(number * 7919) % 100_003}`,
    status: number % 5 === 0 ? 'inactive' : 'active',
    plan: ['free', 'pro', 'team'][number % 3],
    age: 18 + ((number * 31) % 60),
    created_at: new Date(Date.UTC(2024, 0, 1) + ((number * 104_729) % (400 * day))).toISOString(),
  };
}

/** The text of a workspace file with so many users, whose lists may have all of them on one page. */
export function hostileWorkspace(count: number, note = 0): string {
  const records = Array.from({ length: count }, (_, index) => ({
    ...user(index + 1),
    ...(note > 0 && { note: 'é'.padEnd(note, 'note ') }),
  }));
  const settings = { maxPageSize: 1_000_000 };
  const collections = { users: { key: 'userId', time: 'created_at', records } };
  return JSON.stringify({ format: 'mock-api-console', version: 1, settings, collections });
}
