import { CopyButton } from '#web/ui/copy-button.tsx'

type CopyableCodeProps = {
  /** Such as "seller ID". */
  label: string
  code: string
}

export function CopyableCode({ label, code }: CopyableCodeProps) {
  return (
    <span className="flex items-center gap-1">
      <span className="font-mono wrap-anywhere">{code}</span>
      <CopyButton text={code} label={`Copy ${label} ${code}`} className="-my-2" />
    </span>
  )
}
