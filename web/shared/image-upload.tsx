import { useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type ImageRule, imageTooLarge, sizeText, typesText, wrongImage } from '#contract/images.ts'
import type { Access } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PermittedButton } from './permitted-button.tsx'

type ImageUploadProps = {
  /** What the buttons call it, such as "logo". */
  noun: string
  rule: ImageRule
  hasImage: boolean
  /** Below the buttons, after what may be uploaded. */
  hint?: string
  access: Access
  /** Completes the reason shown to roles without access. */
  task: string
  upload: (file: File) => Promise<unknown>
  remove: () => Promise<unknown>
}

/** Buttons that upload, replace and remove a picture, at once. */
export function ImageUpload({ noun, rule, hasImage, hint, access, task, upload, remove }: ImageUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState<'upload' | 'remove' | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(what: 'upload' | 'remove', work: () => Promise<unknown>) {
    setRunning(what)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setRunning(null)
    setIsConfirming(false)
  }

  function pick(file: File | undefined) {
    if (!file) return
    const reason = refusalOf(file, rule)
    if (reason === null) void run('upload', () => upload(file))
    else setProblem(reason)
  }

  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('Choose {noun} file', { noun })}
          accept={rule.types.join(',')}
          onChange={({ target }) => {
            pick(target.files?.[0])
            // Otherwise choosing the same file again fires no change event.
            target.value = ''
          }}
        />
        <PermittedButton
          access={access}
          task={task}
          size="small"
          isPending={running === 'upload'}
          onClick={() => input.current?.click()}
        >
          {hasImage ? t('Replace {noun}', { noun }) : t('Upload {noun}', { noun })}
        </PermittedButton>
        {hasImage && (
          <PermittedButton access={access} task={task} size="small" onClick={() => setIsConfirming(true)}>
            {t('Remove {noun}', { noun })}
          </PermittedButton>
        )}
      </div>
      <p className="text-sm text-muted">
        {t('{types}, up to {size}.', { types: typesText(rule), size: sizeText(rule.maxBytes) })} {hint}
      </p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('Remove the {noun}?', { noun })}
        confirmLabel={t('Remove {noun}', { noun })}
        isDangerous
        isPending={running === 'remove'}
        onConfirm={() => void run('remove', remove)}
      >
        <p>{t('Lockstep doesn’t keep a copy. You can upload it again.')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The server looks at the content; this saves the upload. */
function refusalOf({ type, size }: File, rule: ImageRule): string | null {
  if (!rule.types.some((allowed) => allowed === type)) return wrongImage(rule)
  return size > rule.maxBytes ? imageTooLarge(rule) : null
}
