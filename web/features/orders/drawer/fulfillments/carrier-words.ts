/** Such as "Out for delivery" for OUT_FOR_DELIVERY: carriers have more words than anybody could list. */
export function carrierStatusLabel(status: string): string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(status)) return status
  const lower = status.toLowerCase().replaceAll('_', ' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
