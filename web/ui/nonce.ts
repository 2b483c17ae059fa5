declare global {
  // The scroll lock of Radix reads the CSP nonce from this variable before it adds its style element.
  var __webpack_nonce__: string | undefined
}

function readNonce() {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return meta?.nonce || undefined
}

globalThis.__webpack_nonce__ = readNonce()
