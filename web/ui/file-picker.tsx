import { cx } from 'class-variance-authority'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useState } from 'react'

type FilePickerProps = {
  label: string
  hint: string
  /** Endings that the system's file dialog offers, such as ".csv,.txt"; what is dropped may be anything. */
  accept: string
  onPick: (files: readonly File[]) => void
  /** Why no file can be chosen now; null when one can. */
  blockedReason?: string | null
}

/** Opens the system's file dialog and takes files dropped on it: the input itself lies over all of it, unseen. */
export function FilePicker({ label, hint, accept, onPick, blockedReason = null }: FilePickerProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const isBlocked = blockedReason !== null

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onPick([...event.dataTransfer.files])
  }

  return (
    <div className={cx(dropZoneStyles, isOver && dragOverStyles, !isBlocked && 'hover:bg-hover')}>
      <Upload aria-hidden className={cx('size-5', isBlocked ? 'text-muted' : 'text-accent')} />
      <label htmlFor={id} className={cx('font-medium', isBlocked && 'text-muted')}>
        {label}
      </label>
      <p id={`${id}-hint`} className="max-w-prose text-sm text-balance text-muted">
        {blockedReason ?? hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isBlocked}
        aria-describedby={`${id}-hint`}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // Otherwise choosing the same file again, mended meanwhile, would not be told.
          target.value = ''
        }}
      />
    </div>
  )
}

const dropZoneStyles = cx(
  'relative grid justify-items-center gap-1.5 rounded-lg border border-dashed border-line-strong px-4 py-6 text-center transition-colors',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
)
const dragOverStyles = 'border-solid border-accent bg-accent-soft'
