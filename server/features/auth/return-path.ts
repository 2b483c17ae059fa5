/** Open redirect protection: returns the path to open after sign-in if it is a screen of ours, `/` otherwise. */
export function safeReturnPath(wanted: string | undefined, publicUrl: string): string {
  if (!wanted?.startsWith('/') || wanted.length > 2_000) return '/'
  const base = new URL(publicUrl)
  const url = URL.parse(wanted, base)
  if (url?.origin !== base.origin || !isScreen(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** A URL parser turns `/.//host` into `//host`, which is another site; `/%61pi` is routed as `/api`. */
function isScreen(pathname: string): boolean {
  try {
    return !/^\/(\/|\\|api(\/|$))/i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
