"""The functions of `loop_vector` in compiled code: a few instructions each."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, cast

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.np import arrayobj

from . import loop_vector
from .loop_random import FIRST, GOLDEN, PART, S11, S27, S30, S31, SECOND
from .loop_vector import EIGHT, LINE, SIXTEEN

FOUR = 4
"""Words of a local state that are added at once."""

READ, NEAR, DATA = 0, 3, 1
"""What fetching is for."""

BYTE, SHORT, NUMBER, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))

intrinsic = cast("Callable[[Callable[..., Any]], Any]", extending.intrinsic)
overload: Any = extending.overload
build: Any = cgutils
arrays: Any = arrayobj
kinds: Any = types


def place(context: Any, builder: Any, kind: Any, array: Any, at: Any, read_as: Any) -> Any:
    """The address of an entry of an array, or of a row of one with rows, as one of what is read there."""
    made = arrays.make_array(kind)(context, builder, array)
    index = [at, *(context.get_constant(kinds.intp, 0) for _ in range(kind.ndim - 1))]
    shape, strides = build.unpack_tuple(builder, made.shape), build.unpack_tuple(builder, made.strides)
    found = build.get_item_pointer2(context, builder, made.data, shape, strides, kind.layout, index)
    return builder.bitcast(found, read_as.as_pointer())


def number(context: Any, builder: Any, signature: Any, arguments: Any, n: int) -> Any:
    """The n-th argument as an index."""
    return context.cast(builder, arguments[n], signature.args[n], kinds.intp)


def all_of(builder: Any, value: Any, many: Any) -> Any:
    """A vector all of one value."""
    one = builder.insert_element(ir.Constant(many, ir.Undefined), value, NUMBER(0))
    nought = ir.Constant(ir.VectorType(NUMBER, many.count), [0] * many.count)
    return builder.shuffle_vector(one, one, nought)


@intrinsic
def fetch(_: Any, table: Any, at: Any) -> Any:
    """Fetches an entry into the processor's cache."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = number(context, builder, signature, arguments, 1)
        entry = place(context, builder, signature.args[0], arguments[0], at, BYTE)
        made = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), NUMBER, NUMBER, NUMBER])
        function = build.get_or_insert_function(builder.module, made, "llvm.prefetch.p0i8")
        builder.call(function, [entry, *(NUMBER(n) for n in (READ, NEAR, DATA))])
        return context.get_dummy_value()

    return kinds.void(table, at), code


@intrinsic
def count(_: Any, bounds: Any, row: Any, point: Any) -> Any:
    """Compares the eight bounds of a row."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        eight = ir.VectorType(ir.DoubleType(), EIGHT)
        at = number(context, builder, signature, arguments, 1)
        first = place(context, builder, signature.args[0], arguments[0], at, eight)
        below = builder.fcmp_ordered(
            "<=", builder.load(first, align=LINE), all_of(builder, arguments[2], eight)
        )
        return builder.ctpop(builder.zext(builder.bitcast(below, BYTE), WORD))

    return kinds.int64(bounds, row, kinds.float64), code


@intrinsic
def compare(_: Any, values: Any, value: Any) -> Any:
    """Compares sixteen values."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        many = ir.VectorType(SHORT, SIXTEEN)
        at = context.get_constant(kinds.intp, 0)
        first = place(context, builder, signature.args[0], arguments[0], at, many)
        one = builder.trunc(number(context, builder, signature, arguments, 1), SHORT)
        same = builder.icmp_unsigned("==", builder.load(first, align=2), all_of(builder, one, many))
        return builder.zext(builder.bitcast(same, SHORT), WORD)

    return kinds.int64(values, value), code


def replaced(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Takes the four words that come first in a state from sums and adds those of the next argument, pair by pair."""
    four = ir.VectorType(WORD, FOUR)
    first = context.get_constant(kinds.intp, 0)
    to = place(context, builder, signature.args[0], arguments[0], first, four)
    words = []
    for n in range(2, len(arguments)):
        at = number(context, builder, signature, arguments, n)
        state = place(context, builder, signature.args[1], arguments[1], at, four)
        words.append(builder.load(state, align=LINE))
    changes = [builder.sub(then, before) for before, then in zip(words[::2], words[1::2], strict=True)]
    builder.store(builder.add(builder.load(to, align=8), reduce(builder.add, changes)), to, align=8)
    return context.get_dummy_value()


@intrinsic
def exchange(_: Any, sums: Any, states: Any, before: Any, then: Any) -> Any:
    """One state for another."""
    return kinds.void(sums, states, before, then), replaced


@intrinsic
def exchange_two(_: Any, sums: Any, states: Any, before: Any, then: Any, other: Any, after: Any) -> Any:
    """The same for two."""
    return kinds.void(sums, states, before, then, other, after), replaced


@intrinsic
def renewed(
    _: Any, sums: Any, states: Any, faces: Any, needs: Any, table: Any, refreshed: Any, people: Any
) -> Any:
    """Sums up the words of states while it replaces them."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        four = ir.VectorType(WORD, FOUR)

        def entry(n: int, at: Any, read_as: Any) -> Any:
            return place(context, builder, signature.args[n], arguments[n], at, read_as)

        total = build.alloca_once(builder, four)
        builder.store(four(None), total)
        with build.for_range(builder, number(context, builder, signature, arguments, 6)) as loop:
            before = builder.zext(builder.load(entry(1, loop.index, SHORT)), WORD)
            then = builder.load(entry(5, before, SHORT))
            state = builder.zext(then, WORD)
            builder.store(then, entry(1, loop.index, SHORT))
            for n, name in ((2, "face"), (3, "need")):
                field = builder.gep(entry(4, state, BYTE), [NUMBER(signature.args[4].dtype.offset(name))])
                value = builder.load(builder.bitcast(field, SHORT.as_pointer()))
                builder.store(value, entry(n, loop.index, SHORT))
            words = builder.load(entry(4, state, four), align=LINE)
            builder.store(builder.add(builder.load(total), words), total)
        first = context.get_constant(kinds.intp, 0)
        builder.store(builder.load(total), entry(0, first, four), align=8)
        return context.get_dummy_value()

    return kinds.void(sums, states, faces, needs, table, refreshed, people), code


@intrinsic
def highest(_: Any, values: Any, masks: Any, row: Any) -> Any:
    """Compares sixteen values, masked."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        many = ir.VectorType(SHORT, SIXTEEN)
        at = context.get_constant(kinds.intp, 0)
        first = place(context, builder, signature.args[0], arguments[0], at, many)
        at = number(context, builder, signature, arguments, 2)
        mask = place(context, builder, signature.args[1], arguments[1], at, many)
        values = builder.and_(builder.load(first, align=2), builder.load(mask, align=2))
        made = ir.FunctionType(SHORT, [many])
        function = build.get_or_insert_function(builder.module, made, "llvm.vector.reduce.umax.v16i16")
        return builder.zext(builder.call(function, [values]), WORD)

    return kinds.int64(values, masks, row), code


def mixed(builder: Any, z: Any) -> Any:
    """`loop_random.mix` of eight."""
    for by, factor in ((S30, FIRST), (S27, SECOND)):
        z = builder.mul(builder.xor(z, builder.lshr(z, eight_of(by))), eight_of(factor))
    return builder.xor(z, builder.lshr(z, eight_of(S31)))


def as_points(builder: Any, keys: Any) -> Any:
    """The numbers of eight keys."""
    reals = ir.VectorType(ir.DoubleType(), EIGHT)
    parts = ir.Constant(reals, [PART] * EIGHT)
    return builder.fmul(builder.uitofp(builder.lshr(keys, eight_of(S11)), reals), parts)


def eight_of(word: Any) -> Any:
    """Eight times the same whole number."""
    return ir.Constant(ir.VectorType(WORD, EIGHT), [int(word)] * EIGHT)


@intrinsic
def drawn(_: Any, lots: Any, whens: Any, turns: Any, points: Any) -> Any:
    """Mixes eight keys."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, reals = ir.VectorType(WORD, EIGHT), ir.VectorType(ir.DoubleType(), EIGHT)
        first = context.get_constant(kinds.intp, 0)
        lots, whens, turns, points = (
            place(context, builder, kind, array, first, reals if n == 3 else words)
            for n, (kind, array) in enumerate(zip(signature.args, arguments, strict=True))
        )
        when = builder.mul(builder.load(whens, align=LINE), eight_of(GOLDEN))
        key = mixed(builder, builder.xor(builder.load(lots, align=LINE), when))
        builder.store(key, turns, align=LINE)
        builder.store(as_points(builder, key), points, align=LINE)
        return context.get_dummy_value()

    return kinds.void(lots, whens, turns, points), code


@intrinsic
def numbered(_: Any, points: Any, row: Any, key: Any) -> Any:
    """Mixes a key and eight counters; the first of all is the key itself."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, reals = ir.VectorType(WORD, EIGHT), ir.VectorType(ir.DoubleType(), EIGHT)
        at = number(context, builder, signature, arguments, 1)
        to = place(context, builder, signature.args[0], arguments[0], at, reals)
        first = all_of(builder, builder.mul(at, WORD(EIGHT)), words)
        counter = builder.add(first, ir.Constant(words, list(range(EIGHT))))
        keys = all_of(builder, number(context, builder, signature, arguments, 2), words)
        made = mixed(builder, builder.add(keys, builder.mul(counter, eight_of(GOLDEN))))
        none = builder.icmp_unsigned("==", counter, eight_of(0))
        builder.store(as_points(builder, builder.select(none, keys, made)), to, align=LINE)
        return context.get_dummy_value()

    return kinds.void(points, row, key), code


@intrinsic
def trailing(_: Any, bits: Any) -> Any:
    """Counts the bits below the lowest that is set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(number(context, builder, signature, arguments, 0), ir.IntType(1)(1))

    return kinds.int64(bits), code


def ahead(table: Any, at: Any) -> Callable[..., None]:
    """`loop_vector.ahead`."""

    def compiled(table: Any, at: Any) -> Any:
        return fetch(table, at)

    return compiled


def copy(lanes: Any, to: Any, source: Any) -> Callable[..., None]:
    """`loop_vector.copy`."""

    def compiled(lanes: Any, to: Any, source: Any) -> None:
        lanes[to] = lanes[source]

    return compiled


def no_higher(bounds: Any, row: Any, point: Any) -> Callable[..., Any]:
    """`loop_vector.no_higher`."""

    def compiled(bounds: Any, row: Any, point: Any) -> Any:
        return count(bounds, row, point)

    return compiled


def equal(values: Any, value: Any) -> Callable[..., Any]:
    """`loop_vector.equal`."""

    def compiled(values: Any, value: Any) -> Any:
        return compare(values, value)

    return compiled


def shift(sums: Any, states: Any, before: Any, then: Any) -> Callable[..., None]:
    """`loop_vector.shift`."""

    def compiled(sums: Any, states: Any, before: Any, then: Any) -> Any:
        return exchange(sums, states, before, then)

    return compiled


def trade(sums: Any, states: Any, before: Any, then: Any, other: Any, after: Any) -> Callable[..., None]:
    """`loop_vector.trade`."""

    def compiled(sums: Any, states: Any, before: Any, then: Any, other: Any, after: Any) -> Any:
        return exchange_two(sums, states, before, then, other, after)

    return compiled


def renew(
    sums: Any, states: Any, faces: Any, needs: Any, table: Any, refreshed: Any, people: Any
) -> Callable[..., None]:
    """`loop_vector.renew`."""

    def compiled(
        sums: Any, states: Any, faces: Any, needs: Any, table: Any, refreshed: Any, people: Any
    ) -> Any:
        return renewed(sums, states, faces, needs, table, refreshed, people)

    return compiled


def most(values: Any, masks: Any, row: Any) -> Callable[..., Any]:
    """`loop_vector.most`."""

    def compiled(values: Any, masks: Any, row: Any) -> Any:
        return highest(values, masks, row)

    return compiled


def draw(lots: Any, whens: Any, turns: Any, points: Any) -> Callable[..., None]:
    """`loop_vector.draw`."""

    def compiled(lots: Any, whens: Any, turns: Any, points: Any) -> Any:
        return drawn(lots, whens, turns, points)

    return compiled


def spread(points: Any, row: Any, key: Any) -> Callable[..., None]:
    """`loop_vector.spread`."""

    def compiled(points: Any, row: Any, key: Any) -> Any:
        return numbered(points, row, key)

    return compiled


def lowest(bits: Any) -> Callable[..., Any]:
    """`loop_vector.lowest`."""

    def compiled(bits: Any) -> Any:
        return trailing(bits)

    return compiled


VECTORS: dict[Any, Callable[..., Any]] = {
    loop_vector.ahead: ahead,
    loop_vector.copy: copy,
    loop_vector.no_higher: no_higher,
    loop_vector.equal: equal,
    loop_vector.shift: shift,
    loop_vector.trade: trade,
    loop_vector.renew: renew,
    loop_vector.most: most,
    loop_vector.draw: draw,
    loop_vector.spread: spread,
    loop_vector.lowest: lowest,
}
"""What stands for each of them."""

for plain, compiled_as in VECTORS.items():
    overload(plain)(compiled_as)
