import { CopyableCode } from '#web/shared/copyable-code.tsx'

/** What customers type, or that they need not type anything. */
export function PromotionCodeLine({ code }: { code: string | null }) {
  return code === null ? <span className="text-muted">Automatic</span> : <CopyableCode label="code" code={code} />
}
