/** How wide and how many the lines of an address are on Amazon's labels. */
const lineWidth = 60
const mostLines = 3

/** Breaks an address at its words into as many lines as Amazon has; what is still too long, Amazon judges. */
export function breakAddressLines(parts: readonly string[]): string[] {
  const lines = parts.flatMap((part) => part.match(/\S.{0,59}(?=\s|$)|\S{60}/gu) ?? [])
  if (lines.length <= mostLines) return lines
  const whole = parts.join(' ')
  return [whole.slice(0, lineWidth), whole.slice(lineWidth, 2 * lineWidth), whole.slice(2 * lineWidth)].map((line) =>
    line.trim(),
  )
}
