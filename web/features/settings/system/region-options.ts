const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** The browser's list leaves out names that mean the same as another; the one in use is there in any case. */
export function timeZoneOptions(inUse: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), inUse])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

export function currencyOptions(inUse: string) {
  const codes = new Set([...Intl.supportedValuesOf('currency'), inUse])
  return [...codes].map((code) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` }))
}

/** Such as "Mon, 2:05 PM". */
export function timeInZone(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone }).format(
    now,
  )
}
