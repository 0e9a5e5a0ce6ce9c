"""Lines of the messages of a process."""
import codecs
import io
import os
import selectors

POLL = 0.2  # between tests whether the process has ended [s]


def lines_of(process, messages):
    """(process, stream of its messages) => its lines, until it has ended. The end of the stream may
    come much later, if the process leaves others in the background that inherit the stream."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    text, decoder = "", io.IncrementalNewlineDecoder(decoder, translate=True)
    with selectors.DefaultSelector() as selector:
        selector.register(messages, selectors.EVENT_READ)
        while True:
            ended = process.poll() is not None
            if not selector.select(0 if ended else POLL):
                if ended:
                    break
                continue
            data = os.read(messages.fileno(), 1 << 16)
            *lines, text = (text + decoder.decode(data, final=not data)).split("\n")
            yield from (line + "\n" for line in lines)
            if not data:
                break
    if text:
        yield text
