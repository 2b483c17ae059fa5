/** Such as "Out for delivery" for OUT_FOR_DELIVERY: carriers have more words than anybody could list. */
export function inWords(word: string): string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(word)) return word
  const lower = word.toLowerCase().replaceAll('_', ' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
