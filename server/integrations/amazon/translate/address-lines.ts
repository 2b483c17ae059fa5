/** How wide and how many the lines of an address are on Amazon's labels. */
const width = 60
const most = 3

/** Breaks an address at its words into as many lines as Amazon has; what is still too long, Amazon judges. */
export function breakLines(parts: readonly string[]): string[] {
  const lines = parts.flatMap((part) => part.match(/\S.{0,59}(?=\s|$)|\S{60}/gu) ?? [])
  if (lines.length <= most) return lines
  const whole = parts.join(' ')
  return [whole.slice(0, width), whole.slice(width, 2 * width), whole.slice(2 * width)].map((line) => line.trim())
}
