import type { WebsitePlatform } from '#contract/channel-values.ts'

/** A key and a secret for a new website. Standard Webhooks libraries know their secrets by `whsec_`; shops sign with the plain text. */
export function generateSecrets(platform: WebsitePlatform): { apiKey: string; webhookSecret: string } {
  return {
    apiKey: `ls_live_${urlSafe(randomText())}`,
    webhookSecret: platform === 'standard' ? `whsec_${randomText()}` : urlSafe(randomText()),
  }
}

/** 32 random bytes as base64. */
const randomText = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
