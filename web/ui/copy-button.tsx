import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { Button } from './button.tsx'
import { toast } from './toast.ts'
import { Tooltip } from './tooltip.tsx'

const confirmationTime = 2000

type CopyButtonProps = { text: string; label: string; className?: string }

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), confirmationTime)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <>
      <Tooltip content={label}>
        <Button
          variant="quiet"
          size="icon"
          aria-label={label}
          className={className}
          onClick={() => void copyText(text).then(setIsCopied)}
        >
          {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
        </Button>
      </Tooltip>
      <span aria-live="polite" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  )
}

/** False, with a toast, when the browser denies access to the clipboard: on insecure pages, or by its settings. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({
      variant: 'destructive',
      title: t('Not copied'),
      description: t('Your browser doesn’t allow copying here. Select the text and copy it with the keyboard.'),
    })
    return false
  }
}
