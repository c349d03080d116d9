/**
 * Names that stand in a path as they are, and that no JavaScript object moves to its front as it does with those that
 * are numbers, so that the order of the collections is the file's.
 */
const usableName = /^[A-Za-z][A-Za-z0-9._~-]*$/;

export const collectionNameRule = "a collection's name is a letter, then letters, digits and . _ ~ -";

export function isCollectionName(name: string): boolean {
  return usableName.test(name);
}
