import { expect, test } from 'vitest';
import { endingsOf, readConditionName, writeConditionName } from '../../../../server/domain/dialect/condition-name.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';

test.each(Object.values(dialects))('$name reads the names that it writes', ({ conditions }) => {
  if (!conditions) return;
  for (const ending of endingsOf(conditions)) {
    const name = writeConditionName(conditions, { field: 'author.name', ending });
    expect(readConditionName(conditions, name)).toEqual({ field: 'author.name', ending });
  }
});
