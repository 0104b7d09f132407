//go:build !purego

#include "textflag.h"

// The layout of kernel and block is in fast_amd64.go.
#define MASKS 0
#define BITS 256
#define INDEXLOW 288
#define INDEXHIGH 320
#define BITSLOW 352
#define BITSHIGH 384
#define FOLD 416
#define NIBBLE 448

// NIBBLES splits the bytes at SI+R9+off and looks both halves up in the masks
// lo and hi; the result in Y12 (first) or anded to it (next).
#define NIBBLES(off, lo, hi) \
	VMOVDQU off(SI)(R9*1), Y10; \
	VPSRLW $4, Y10, Y11;       \
	VPAND Y9, Y10, Y10;        \
	VPAND Y9, Y11, Y11;        \
	VPSHUFB Y10, lo, Y10;      \
	VPSHUFB Y11, hi, Y11;      \
	VPAND Y10, Y11, Y11

// LOOKUP puts the two bytes of the filter at the index in the low word of r
// into word k of x, and the next index into r.
#define LOOKUP(r, k, x) \
	MOVWLZX r, BX; \
	VPINSRW $k, (R12)(BX*1), x, x; \
	SHRQ $16, r

// LOOKUP4 does so with the four indices in r.
#define LOOKUP4(r, k, x) \
	LOOKUP(r, k, x);           \
	LOOKUP(r, k+1, x);         \
	LOOKUP(r, k+2, x);         \
	VPINSRW $(k+3), (R12)(r*1), x, x

// func scanAVX2(p *byte, n int, k *kernel, table *grams, strong, weak *block) (consumed, strongs, weaks int)
TEXT ·scanAVX2(SB), NOSPLIT, $0-72
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ k+16(FP), DX
	MOVQ table+24(FP), R12
	MOVQ strong+32(FP), DI
	MOVQ weak+40(FP), R14
	VMOVDQU MASKS+0(DX), Y0
	VMOVDQU MASKS+32(DX), Y1
	VMOVDQU MASKS+64(DX), Y2
	VMOVDQU MASKS+96(DX), Y3
	VMOVDQU MASKS+128(DX), Y4
	VMOVDQU MASKS+160(DX), Y5
	VMOVDQU MASKS+192(DX), Y6
	VMOVDQU MASKS+224(DX), Y7
	VMOVDQU BITS(DX), Y8
	VMOVDQU NIBBLE(DX), Y9
	XORQ R9, R9
	SUBQ $40, CX
	JL done

loop:
	// Strong: words at even positions, folded; the two hashes of four bytes.
	VMOVDQU (SI)(R9*1), Y10
	VMOVDQU 2(SI)(R9*1), Y11
	VPAND FOLD(DX), Y10, Y10
	VPAND FOLD(DX), Y11, Y11
	VPMULLW INDEXLOW(DX), Y10, Y12
	VPMULLW INDEXHIGH(DX), Y11, Y13
	VPADDW Y13, Y12, Y12
	VMOVQ X12, AX
	VPEXTRQ $1, X12, R10
	VEXTRACTI128 $1, Y12, X12
	VMOVQ X12, R13
	VPEXTRQ $1, X12, R11
	VPMULLW BITSLOW(DX), Y10, Y10
	VPMULHUW BITSHIGH(DX), Y11, Y11
	VPADDW Y11, Y10, Y10
	VPSRLW $4, Y10, Y10
	VPAND Y9, Y10, Y10
	VPSHUFB Y10, Y8, Y15     // the bits that must be set

	// Weak, while the indices are on their way to the other registers.
	NIBBLES(-1, Y0, Y1)
	VMOVDQA Y11, Y12
	NIBBLES(0, Y2, Y3)
	VPAND Y11, Y12, Y12
	NIBBLES(1, Y4, Y5)
	VPAND Y11, Y12, Y12
	NIBBLES(2, Y6, Y7)
	VPAND Y11, Y12, Y12
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y11, Y12, Y12
	VPMOVMSKB Y12, R15
	NOTL R15

	LOOKUP4(AX, 0, X13)
	LOOKUP4(R10, 4, X13)
	LOOKUP4(R13, 0, X14)
	LOOKUP4(R11, 4, X14)
	VINSERTI128 $1, X14, Y13, Y13
	VPAND Y15, Y13, Y13
	VPCMPEQW Y15, Y13, Y13
	VPMOVMSKB Y13, AX

	// Write the block always, keep it when it has a candidate.
	MOVL R9, (DI)
	MOVL AX, 4(DI)
	MOVL R9, (R14)
	MOVL R15, 4(R14)
	XORL R10, R10
	XORL R11, R11
	TESTL AX, AX
	SETNE R10
	TESTL R15, R15
	SETNE R11
	LEAQ (DI)(R10*8), DI
	LEAQ (R14)(R11*8), R14
	ADDQ $32, R9
	CMPQ R9, CX
	JLE loop

done:
	VZEROUPPER
	MOVQ R9, consumed+48(FP)
	SUBQ strong+32(FP), DI
	SHRQ $3, DI
	MOVQ DI, strongs+56(FP)
	SUBQ weak+40(FP), R14
	SHRQ $3, R14
	MOVQ R14, weaks+64(FP)
	RET
