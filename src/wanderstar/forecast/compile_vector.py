"""The functions of `loop_vector` in compiled code: a few instructions each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.np import arrayobj

from . import loop_vector
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


@intrinsic
def exchange(_: Any, sums: Any, states: Any, before: Any, then: Any) -> Any:
    """Adds and takes away the four words that come first in a state."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        four = ir.VectorType(WORD, FOUR)
        to = place(
            context, builder, signature.args[0], arguments[0], context.get_constant(kinds.intp, 0), four
        )
        gone, come = (
            builder.load(
                place(
                    context,
                    builder,
                    signature.args[1],
                    arguments[1],
                    number(context, builder, signature, arguments, n),
                    four,
                ),
                align=LINE,
            )
            for n in (2, 3)
        )
        builder.store(builder.add(builder.load(to, align=8), builder.sub(come, gone)), to, align=8)
        return context.get_dummy_value()

    return kinds.void(sums, states, before, then), code


@intrinsic
def highest(_: Any, values: Any, bits: Any) -> Any:
    """Compares sixteen words, those without a bit being 0."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        many = ir.VectorType(WORD, SIXTEEN)
        at = context.get_constant(kinds.intp, 0)
        first = place(context, builder, signature.args[0], arguments[0], at, many)
        mask = builder.trunc(number(context, builder, signature, arguments, 1), SHORT)
        mask = builder.bitcast(mask, ir.VectorType(ir.IntType(1), SIXTEEN))
        nought = ir.Constant(many, [0] * SIXTEEN)
        values = builder.select(mask, builder.load(first, align=8), nought)
        made = ir.FunctionType(WORD, [many])
        function = build.get_or_insert_function(builder.module, made, "llvm.vector.reduce.smax.v16i64")
        found = builder.call(function, [values])
        return builder.select(builder.icmp_signed(">", found, WORD(0)), found, WORD(0))

    return kinds.int64(values, bits), code


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


def most(values: Any, bits: Any) -> Callable[..., Any]:
    """`loop_vector.most`."""

    def compiled(values: Any, bits: Any) -> Any:
        return highest(values, bits)

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
    loop_vector.most: most,
    loop_vector.lowest: lowest,
}
"""What stands for each of them."""

for plain, compiled_as in VECTORS.items():
    overload(plain)(compiled_as)
