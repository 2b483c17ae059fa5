/** Where to go after signing in: a path of ours, whatever the address bar was made to say. */
export function safeReturnPath(wanted: string | undefined, publicUrl: string): string {
  if (!wanted?.startsWith('/') || wanted.length > 2_000) return '/'
  const base = new URL(publicUrl)
  const url = URL.parse(wanted, base)
  if (url?.origin !== base.origin || !isScreen(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** `/.//host` is a path of ours to a parser and becomes `//host`, which is not; `/%61pi` is routed as `/api`. */
function isScreen(pathname: string): boolean {
  try {
    return !/^\/(\/|\\|api(\/|$))/i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
