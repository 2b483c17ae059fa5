/** Open redirect protection: returns the path to open after sign-in if it is a screen of ours, `/` otherwise. */
export function safeReturnPath(requested: string | undefined, publicUrl: string): string {
  if (!requested?.startsWith('/') || requested.length > 2_000) return '/'
  const base = new URL(publicUrl)
  const url = URL.parse(requested, base)
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
